/** Classes that break one rule each, so that the rules are seen to work. They are never run. */
package coterie.cli.arch.broken;
