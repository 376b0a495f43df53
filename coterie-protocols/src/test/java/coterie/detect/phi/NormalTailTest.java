package coterie.detect.phi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The logarithm of the normal tail, against values computed in other ways. */
class NormalTailTest {
  private static final MathContext DIGITS = new MathContext(50);
  private static final double LN_10 = StrictMath.log(10);

  /** From an arbitrary-precision library, to 60 digits. */
  @ParameterizedTest
  @CsvSource({
    "-5, 1.244912137388291749e-7",
    "-1, 0.075026012957818023238",
    "0, 0.30102999566398119521",
    "0.5, 0.51069198926524077447",
    "1, 0.79954554149197050003",
    "2, 1.643016080140937048",
    "3, 2.8696990359293690772",
    "5, 6.5426456723906544963",
    "6, 9.0058643274767042092",
    "8, 15.206142551017154558",
    "10, 23.118053405486075894",
    "13, 38.213449847627435596",
    "20, 88.56009534307559192",
    "36.9, 297.63628942555778335",
    "100, 2173.8715428690343765"
  })
  void tailHasTheValueOfTheTable(double z, double phi) {
    assertThat(NormalTail.phi(z)).isCloseTo(phi, Percentage.withPercentage(1e-12));
  }

  /**
   * Laplace's continued fraction for Mills' ratio, in 50 digits: 1/(z + 1/(z + 2/(z + 3/(z +
   * ...)))).
   */
  private static double phiByContinuedFraction(double z) {
    BigDecimal exact = new BigDecimal(z);
    BigDecimal fraction = exact;
    for (int k = 400; k > 0; k--) {
      fraction = exact.add(BigDecimal.valueOf(k).divide(fraction, DIGITS));
    }
    double mills = 1 / fraction.doubleValue();
    return (z * z / 2 + StrictMath.log(2 * StrictMath.PI) / 2 - StrictMath.log(mills)) / LN_10;
  }

  @Test
  void tailAgreesWithTheContinuedFraction() {
    for (double z = 1.75; z < 400; z *= 1.01) {
      assertThat(NormalTail.phi(z))
          .as("z=%s", z)
          .isCloseTo(phiByContinuedFraction(z), Percentage.withPercentage(1e-10));
    }
  }

  /** The other branch: the distribution function as its series in odd powers, below the mean. */
  @Test
  void bodyAgreesWithTheSeries() {
    for (double z = -6; z <= 1.75; z += 0.01) {
      double term = z;
      double sum = 0;
      for (int k = 1; k < 200; k++) {
        sum += term;
        term *= z * z / (2 * k + 1);
      }
      double density = StrictMath.exp(-z * z / 2) / StrictMath.sqrt(2 * StrictMath.PI);
      double phi = -StrictMath.log10(0.5 - density * sum);
      assertThat(NormalTail.phi(z)).as("z=%s", z).isCloseTo(phi, within(1e-13));
    }
  }

  @Test
  void tailGrowsWithoutJumpsAlsoWhereBranchesMeet() {
    for (double border : new double[] {-9, 0, 6}) {
      double before = NormalTail.phi(border - 1e-3);
      for (int i = -9_999; i < 10_000; i++) {
        double phi = NormalTail.phi(border + i * 1e-7);
        assertThat(phi).as("%s %d", border, i).isBetween(before, before + 1e-4);
        before = phi;
      }
    }
    double before = -1;
    for (double z = -12; z < 1_000; z += 0.01) {
      double phi = NormalTail.phi(z);
      assertThat(phi).as("z=%s", z).isFinite().isGreaterThanOrEqualTo(before);
      before = phi;
    }
  }

  @Test
  void inverseLeadsBack() {
    for (double phi : new double[] {1e-6, 0.1, 0.30103, 1, 8, 9.0058, 40, 300, 1e6}) {
      double z = NormalTail.deviationsAt(phi);
      assertThat(NormalTail.phi(z)).isCloseTo(phi, Percentage.withPercentage(1e-7));
    }
    assertThat(NormalTail.deviationsAt(8)).isCloseTo(5.6120012441747887, within(1e-12));
  }
}
