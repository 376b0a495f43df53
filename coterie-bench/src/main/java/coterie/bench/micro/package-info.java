/** Single steps, measured with JMH: {@link coterie.bench.micro.Micro} runs them by name. */
@NullMarked
package coterie.bench.micro;

import org.jspecify.annotations.NullMarked;
