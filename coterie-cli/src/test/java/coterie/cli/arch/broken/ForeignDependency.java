package coterie.cli.arch.broken;

import com.tngtech.archunit.base.DescribedPredicate;

class ForeignDependency {
  Object use() {
    return DescribedPredicate.alwaysTrue();
  }
}
