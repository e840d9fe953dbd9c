import { familyOf } from '../protocol/families.js'
import type { ProposalNamespaces } from '../protocol/namespaces.js'
import type { AuthPayload } from './message.js'

/** Whether nothing is proposed but the family that signs: what is asked of it can be granted by the sign-in then. */
export const isOfOneFamily = (
  { requested }: { readonly requested: ProposalNamespaces },
  { chains }: Pick<AuthPayload, 'chains'>,
): boolean => Object.keys(requested).every((key) => familyOf(key) === familyOf(chains[0] ?? ''))
