/**
 * Documents that every replica edits at any time, with siblings where edits were concurrent. Read
 * {@link Documents} first, then {@link Document}.
 */
@NullMarked
package coterie.store.documents;

import org.jspecify.annotations.NullMarked;
