/** What the laboratory shares: the jars of users, text files, and a bar of progress. */
@NullMarked
package coterie.lab;

import org.jspecify.annotations.NullMarked;
