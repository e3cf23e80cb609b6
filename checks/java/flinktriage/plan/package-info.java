/** Turns plan text, such as the description of a vertex in REST, into operators. Pure. */
package flinktriage.plan;
