/**
 * Returns the id under which a batch is kept: one in hexadecimals is the same in any case of its digits, so that a batch is carried out once however its id is
 * written; any other is taken to the letter.
 */
export function batchIdOf(id: string): string {
  return /^0x[0-9a-fA-F]*$/.test(id) ? id.toLowerCase() : id
}
