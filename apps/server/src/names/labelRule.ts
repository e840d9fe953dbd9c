import { accountNameFault } from '@foyer/core/chain'
import { normalize } from 'viem/ens'

/** The longest part of a name that DNS, and so every client, takes. */
const longest = 63

/** Whether a label may be given away; see {@link labelRefusal}. */
export interface LabelRule {
  readonly label: string
  /** labels that the operator keeps */
  readonly isReserved: (label: string) => boolean
}

/**
 * Why a label can't be registered, as a sentence for a visitor.
 * @returns null when nothing does
 * @see S5.8, S5.9; ENSIP-15
 * @example labelRefusal({ label: 'xn--80ak6aa92e', isReserved }) // 'Names can’t have two hyphens …'
 */
export function labelRefusal({ label, isReserved }: LabelRule): string | null {
  const fault = accountNameFault(label)
  if (fault === 'characters') return 'A name can only contain letters, numbers and hyphens.'
  if (fault === 'short') return 'A name must be at least 4 characters long.'
  if (label.length > longest) return `A name can have ${longest} characters at most.`
  if (label !== label.toLowerCase()) return 'Write the name in small letters.'
  if (/^-|-$/.test(label)) return "A name can't begin or end with a hyphen."
  // Two hyphens are the prefix of Punycode (`xn--`), which would be displayed differently.
  if (label.includes('--')) return "A name can't have two hyphens in a row."
  if (normalizeName(label) !== label) return "A name can't be written like this."
  return isReserved(label) ? 'This name is kept back. Choose another one.' : null
}

/**
 * The one way in which a name is written.
 * @returns null for a text that can't be a name
 * @see ENSIP-15
 * @example normalizeName('Vitalik.ETH') // 'vitalik.eth'
 */
export function normalizeName(name: string): string | null {
  try {
    return normalize(name)
  } catch {
    return null // the only thing that it throws for: the text breaks a rule of ENSIP-15
  }
}
