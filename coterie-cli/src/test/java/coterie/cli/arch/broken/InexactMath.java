package coterie.cli.arch.broken;

import java.util.function.DoubleUnaryOperator;

class InexactMath {
  double sum(double x) {
    return Math.exp(x) + Math.log(x) + Math.pow(x, 2) + Math.tanh(x);
  }

  DoubleUnaryOperator sine() {
    return Math::sin;
  }
}
