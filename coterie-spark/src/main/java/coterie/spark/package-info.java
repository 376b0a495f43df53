/**
 * Campaigns on Apache Spark: the same hunts and sweeps as on one machine, with the same digests.
 * {@link coterie.spark.Campaign} is what spark-submit runs.
 */
@NullMarked
package coterie.spark;

import org.jspecify.annotations.NullMarked;
