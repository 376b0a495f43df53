/**
 * Data of which every member has a copy: what several stores share. Each store has a package of its
 * own below this one.
 */
@NullMarked
package coterie.store;

import org.jspecify.annotations.NullMarked;
