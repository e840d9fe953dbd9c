import { concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { compactLength, encodeTransaction } from './message.js'
import type { LegacyForm } from './requestParams.js'

interface Role {
  readonly pubkey: string
  readonly isSigner: boolean
  readonly isWritable: boolean
}

/**
 * The order of a legacy message's accounts, as applications of that time compile it: signers first, what is written to before what is only read, and by
 * their text. The signature that such an application receives is over its own bytes, so the order has to be the same.
 */
const inOrder = (one: Role, other: Role): number =>
  Number(other.isSigner) - Number(one.isSigner) ||
  Number(other.isWritable) - Number(one.isWritable) ||
  one.pubkey.localeCompare(other.pubkey, 'en', {
    localeMatcher: 'best fit',
    usage: 'sort',
    sensitivity: 'variant',
    ignorePunctuation: false,
    numeric: false,
    caseFirst: 'lower',
  })

/** Encodes the transaction that an application describes by its parts, which was usual before they sent its bytes. */
export function encodeLegacyForm({
  feePayer,
  recentBlockhash,
  instructions,
  partialSignatures = [],
}: LegacyForm): Uint8Array {
  const roles = rolesOf({ feePayer, instructions })
  const index = new Map(roles.map(({ pubkey }, place) => [pubkey, place]))
  const placeOf = (pubkey: string) => index.get(pubkey) ?? 0
  const signers = roles.filter(({ isSigner }) => isSigner)
  const count = (list: readonly Role[]) => list.filter(({ isWritable }) => !isWritable).length
  const messageBytes = concatBytes(
    Uint8Array.of(signers.length, count(signers), count(roles) - count(signers)),
    listOf(roles.map(({ pubkey }) => base58.decode(pubkey))),
    base58.decode(recentBlockhash),
    listOf(
      instructions.map(({ programId, keys, data }) =>
        concatBytes(
          Uint8Array.of(placeOf(programId)),
          listOf(keys.map(({ pubkey }) => Uint8Array.of(placeOf(pubkey)))),
          compactLength(data.length),
          data,
        ),
      ),
    ),
  )
  const signatures = signers.map(
    ({ pubkey }) => partialSignatures.find((each) => each.pubkey === pubkey)?.signature ?? new Uint8Array(64),
  )
  return encodeTransaction({ signatures, messageBytes })
}

const listOf = (items: readonly Uint8Array[]): Uint8Array => concatBytes(compactLength(items.length), ...items)

/** Each account once, with all that any instruction needs of it; the one that pays is the first. */
function rolesOf({ feePayer, instructions }: Pick<LegacyForm, 'feePayer' | 'instructions'>): readonly Role[] {
  const roles = new Map<string, Role>()
  const add = ({ pubkey, isSigner, isWritable }: Role) => {
    const known = roles.get(pubkey)
    roles.set(pubkey, {
      pubkey,
      isSigner: isSigner || known?.isSigner === true,
      isWritable: isWritable || known?.isWritable === true,
    })
  }
  for (const { keys } of instructions) for (const key of keys) add(key)
  for (const { programId } of instructions) add({ pubkey: programId, isSigner: false, isWritable: false })
  roles.delete(feePayer)
  return [{ pubkey: feePayer, isSigner: true, isWritable: true }, ...[...roles.values()].sort(inOrder)]
}
