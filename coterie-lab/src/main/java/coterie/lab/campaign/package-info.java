/**
 * Campaigns: many runs that are folded into one result, on one machine or in shards on several. A
 * shard leaves a {@link coterie.lab.campaign.ShardReport}, and all of them make the same result as
 * one run.
 */
@NullMarked
package coterie.lab.campaign;

import org.jspecify.annotations.NullMarked;
