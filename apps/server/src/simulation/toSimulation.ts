import { limits, type Simulation } from '@foyer/core/wire'
import { getAddress } from 'viem'
import type { Token } from '../tokens/token.js'
import type { Simulated } from './simulate.js'
import type { Outcome } from './simulateEvm.js'

/** Builds the changes, with each token's name. */
export async function toSimulation({
  outcome: { by, block, failed, gas, states, varies },
  chain,
  body,
  tokens,
  keyOf,
  nameOf,
  signal,
}: Pick<Simulated, 'chain' | 'body' | 'tokens' | 'keyOf' | 'signal'> & {
  outcome: Outcome
  nameOf: (address: string) => string | undefined
}): Promise<Simulation> {
  const changed = states.filter(({ before, after }) => before !== after)
  const contracts = changed.flatMap(({ watched }) => (watched.kind === 'coin' ? [] : [watched.contract]))
  const known = await tokens.of({ chain, addresses: contracts, signal })
  const wordsOf = (contract: string) => shownWords(known.get(keyOf(contract)))
  const changes = changed.flatMap(({ watched, before, after }): Simulation['changes'] => {
    const amount = String(after - before)
    switch (watched.kind) {
      case 'coin':
        return [{ kind: 'coin', amount }]
      case 'token':
        return [{ kind: 'token', contract: watched.contract, amount, ...wordsOf(watched.contract) }]
      case 'nft':
      case 'edition': {
        const { contract, tokenId } = watched
        return [{ kind: 'nft', contract, tokenId: String(tokenId), amount, ...wordsOf(contract) }]
      }
      default:
        return []
    }
  })
  const allowances = changed.flatMap(({ watched, before, after }): Simulation['allowances'] => {
    if (watched.kind !== 'allowance' && watched.kind !== 'operator') return []
    const { contract, spender } = watched
    const shared = { contract, spender, ...wordsOf(contract) }
    return watched.kind === 'allowance'
      ? [{ kind: 'token', ...shared, before: String(before), after: String(after) }]
      : [{ kind: 'collection', ...shared, before: before !== 0n, after: after !== 0n }]
  })
  const received = changed.flatMap(({ watched, before, after }): NonNullable<Simulation['received']> => {
    if (watched.kind !== 'received') return []
    const { contract, owner } = watched
    return [{ address: owner, contract, amount: String(after - before), ...wordsOf(contract) }]
  })
  const called = 'calls' in body ? body.calls.flatMap(({ to }) => (to === undefined ? [] : [getAddress(to)])) : []
  const others = [...new Set([...called, ...allowances.map(({ spender }) => spender)])]
  const names = others.flatMap((address) => {
    const name = nameOf(address)
    return name === undefined ? [] : [{ address, name }]
  })
  return {
    ...{ status: 'known', by, block: Number(block) },
    ...(failed && { failed }),
    ...(gas !== undefined && { gas: String(gas) }),
    varies,
    names: names.slice(0, limits.simulatedChanges),
    changes: [...changes],
    allowances: [...allowances],
    ...(received.length > 0 && { received }),
  }
}

const shownWords = (token: Token | undefined) =>
  token === undefined
    ? { isListed: false }
    : { symbol: token.symbol, decimals: token.decimals, isListed: token.listed === true }
