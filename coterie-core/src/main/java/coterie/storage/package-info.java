/** Versions in memory: the storage of the simulator, and of whoever asks for no other. */
@NullMarked
package coterie.storage;

import org.jspecify.annotations.NullMarked;
