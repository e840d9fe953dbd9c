import type { Chain, Chains } from '../../chains/chains.js'
import { createLedger, type Ledger } from '../ledger.js'
import type { SponsorNode, SponsorWorld } from './openSponsor.js'

/** The error in place of what a process that is gone can't say any more. */
class KilledError extends Error {
  override readonly name = 'KilledError'
}

/** The end of a process: before its so manyeth word to the database or to a node of the network, or after it, with the answer lost. */
export interface KillPoint {
  readonly at: number
  readonly is: 'before' | 'after'
  /** of these words alone, such as `reserve` or `eth_sendRawTransaction`; of all if left out */
  readonly of?: string | undefined
}

/** A node of the server that ends at one point, as if by `kill -9`: from then on it changes nothing, and no one knows. */
export interface KillableNode extends SponsorNode {
  /** how many words it has said, of those that count */
  said(): number
  isKilled(): boolean
}

export function killable(world: SponsorWorld, { at, is, of }: KillPoint): KillableNode {
  let [said, isKilled] = [0, false]
  const say = async <Answer>(words: readonly string[], work: () => Promise<Answer>): Promise<Answer> => {
    if (isKilled) throw new KilledError()
    const counts = of === undefined || words.includes(of)
    if (counts) said += 1
    const isHere = counts && said === at
    if (isHere && is === 'before') isKilled = true
    if (isKilled) throw new KilledError()
    const answer = await work()
    if (isHere) isKilled = true
    if (isKilled) throw new KilledError()
    return answer
  }
  const whole = createLedger({ orm: world.database.orm, now: () => world.time })
  const ledger: Ledger = {
    reserve: (request) => say(['reserve'], () => whole.reserve(request)),
    find: (hash) => say(['find'], () => whole.find(hash)),
    open: (chainId) => say(['open'], () => whole.open(chainId)),
    hasPlace: (request) => say(['hasPlace'], () => whole.hasPlace(request)),
    openNetworks: () => say(['openNetworks'], () => whole.openNetworks()),
    sign: (request) => say(['sign'], () => whole.sign(request)),
    replace: (request) => say(['replace'], () => whole.replace(request)),
    note: (request) => say(['note'], () => whole.note(request)),
    settle: (request) => say(['settle'], () => whole.settle(request)),
    free: (request) => say(['free'], () => whole.free(request)),
    end: (request) => say(['end'], () => whole.end(request)),
    postpone: (request) => say(['postpone'], () => whole.postpone(request)),
    drop: (request) => say(['drop'], () => whole.drop(request)),
  }
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request: (request) =>
      say(
        request.calls.map(({ method }) => method),
        () => chain.request(request),
      ),
  }))
  return { ...world.node({ ledger, chains }), said: () => said, isKilled: () => isKilled }
}

/** The same networks, each changed where it is asked. */
export function eachChain(chains: Chains, change: (chain: Chain) => Chain): Chains {
  const all = chains.all.map(change)
  const find = (id: string) => all.find((chain) => chain.id === id)
  return { ...chains, all, find, get: (id) => find(id) ?? chains.get(id) }
}
