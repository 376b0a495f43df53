/**
 * What hosts say to each other when they meet: messages, outcomes, and settings that must agree.
 */
@NullMarked
package coterie.net.greet;

import org.jspecify.annotations.NullMarked;
