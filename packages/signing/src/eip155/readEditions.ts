import { type Address, isAddressEqual } from 'viem'
import { type ReadToken, readToken } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { type Called, type ReadCall, said } from './called.js'
import { countOfAll } from './counted.js'
import { flow, received } from './flow.js'
import { lostWarnings } from './lost.js'
import { asMoved, titleOf, wayOf } from './tokenCalls.js'

/** So many of each of some ids (ERC-1155). */
export async function readMoveOfSome(
  { owner, to, ids, counts }: { owner: Address; to: Address; ids: readonly bigint[]; counts: readonly bigint[] },
  called: Called,
): Promise<ReadCall> {
  const { network, from, account = from } = called
  const lost = lostWarnings({ to, token: called.to, network, isTold: true })
  const way = wayOf({ owner, to, from, account })
  const token: ReadToken = { ...(await readToken(network, called.to)), isNft: true }
  const all = ids.flatMap((amount, index) => (counts[index] ? [{ token, amount, count: counts[index] }] : []))
  const gifts = all.map((each) => ({ ...each, to, how: 'sent' as const, owner }))
  const moved = ids.map((id, index) => ({
    label: words('request.tokenNumber', { id: `${id}` }),
    value: `× ${counts[index] ?? 0n}`,
  }))
  const between = [code('request.from', owner), code('request.to', to), code('request.contract', called.to)]
  const sum =
    all.length === 0 || !(way === 'given' || way === 'got')
      ? []
      : way === 'got'
        ? [asMoved(countOfAll(all, 'request.get'), way, token)]
        : [countOfAll(all, isAddressEqual(owner, from) ? 'request.give' : 'request.amount')]
  return said(titleOf(way, words('request.tokens')), [...sum, ...moved, ...between], {
    warnings: lost,
    isDeliberate: lost.length > 0,
    flow:
      way === 'given' || way === 'own'
        ? flow({ gifts: way === 'own' ? [] : gifts })
        : way === 'got'
          ? received(all)
          : undefined,
  })
}
