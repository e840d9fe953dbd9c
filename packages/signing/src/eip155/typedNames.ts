import { shownName, shownText } from '../shownText.js'
import type { AskedTypedData } from './requestParams.js'

/** What hashes typed data looks for types by these letters alone: those that a name with a “$” names would be left out. */
const typeName = /^[A-Za-z_]\w*$/
const fieldName = /^[A-Za-z_$][\w$]*$/
const fieldType = /^([A-Za-z_]\w*)(\[\d*\])*$/
const builtIn = /^(u?int|bytes)\d*$|^(address|bool|string)$/

/** Typed data with a name that isn't one: names stand in what is hashed as they are, so one that holds another's punctuation has the digest of other data. */
export class TypedNameError extends Error {
  override readonly name = 'TypedNameError'
  constructor({ kind, text }: { readonly kind: 'field' | 'type'; readonly text: string }) {
    super(`The typed data has a ${kind} “${shownName(shownText(text))}”, which isn’t the name of one.`)
  }
}

/**
 * Asserts that the types of typed data, their fields and the types of these have names as EIP-712 has them, whether or not a value is of them.
 * @throws {@link TypedNameError} naming the first that has not
 */
export function assertNames(types: AskedTypedData['types']): void {
  for (const [type, fields] of Object.entries(types)) {
    if (!typeName.test(type)) throw new TypedNameError({ kind: 'type', text: type })
    for (const field of fields) {
      if (!fieldName.test(field.name)) throw new TypedNameError({ kind: 'field', text: field.name })
      const single = fieldType.exec(field.type)?.[1]
      if (single === undefined || !(Object.hasOwn(types, single) || builtIn.test(single)))
        throw new TypedNameError({ kind: 'type', text: field.type })
    }
  }
}
