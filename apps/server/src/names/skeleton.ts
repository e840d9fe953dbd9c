/** Characters that a hurried reader takes for each other, among those that a label may have. */
const lookAlikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '2': 'z', '5': 's', '8': 'b' }

/**
 * What a label looks like: two labels that can be taken for each other have the same skeleton, so that only one of them is
 * given away. Hyphens don't count, `0` looks like `o`, `1` and `i` like `l` (a capital i does), `2` like `z`, `5` like `s`,
 * `8` like `b`, `rn` like `m` and `vv` like `w`. Labels of other scripts aren't given away at all.
 * @param label - lower-case letters, digits and hyphens
 * @see UTS #39, of whose table these are the rows that such labels need
 * @example skeletonOf('pay-pa1') === skeletonOf('paypal') // true
 */
export function skeletonOf(label: string): string {
  const single = label.replaceAll('-', '').replace(/[012i58]/g, (character) => lookAlikes[character] ?? character)
  return single.replaceAll('rn', 'm').replaceAll('vv', 'w')
}
