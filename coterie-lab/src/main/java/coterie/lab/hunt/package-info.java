/**
 * Hunts on all cores and in shards: {@link coterie.lab.hunt.HuntCampaign} runs seeds, {@link
 * coterie.lab.hunt.HuntResult} is what they came to.
 */
@NullMarked
package coterie.lab.hunt;

import org.jspecify.annotations.NullMarked;
