import { type Family, isFamily } from './ids.js'

/** The family of a namespace of CAIP-2, which alone is written, or of what lists, hosts and older wallets call it beside. @returns false for what names no family */
export const familyNamed = (name: string): Family | false =>
  /^(elrond|multiversx)$/.test(name) ? 'mvx' : isFamily(name) && name

/** An id of CAIP's with the namespace that CAIP-2 has for its family; as it is where that has no other name. @example currentId('elrond:1') // 'mvx:1' */
export function currentId(id: string): string {
  const [name = ''] = id.split(':', 1)
  const family = familyNamed(name)
  return family ? `${family}${id.slice(name.length)}` : id
}
