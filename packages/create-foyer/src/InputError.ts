/** The typed input can't be used; the message says which field, why, and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly field: 'arguments' | 'folder' | 'template'

  constructor({ field, problem }: { readonly field: InputError['field']; readonly problem: string }) {
    super(`${field}: ${problem}`)
    this.field = field
  }
}
