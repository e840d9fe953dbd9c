import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { roomOf } from '../store/roomOf.js'
import { SwapRoom } from './swapRoom.js'
import type { SwapBeginning, SwapState } from './swapState.js'

/** The kit's swap, made when it is first asked for and gone with `stop`. */
export function swapOf(foyer: Foyer): SwapRoom {
  return roomOf({
    context: contextOf(foyer),
    name: 'swap',
    Room: SwapRoom,
    make: () => new SwapRoom(foyer),
    end: (room) => room.end(),
  })
}

/**
 * Follows a kit's swap. It loads tokens, prices and balances with the first listener, asks for a quote 200 ms after the amount was typed and every 10 s, and
 * begins anew when the account or the network is another one, or the last listener has left.
 *
 * @param beginning - another one than before begins anew; undefined takes up what there is
 * @returns stops
 * @see S4.13–S4.18 for its course, S3.15 for what it knows
 * @example
 * const stop = watchSwap(foyer, { fromToken: 'ETH', toToken: 'USDC' }, (swap) => console.log(swapOverview(swap).action))
 */
export function watchSwap(
  foyer: Foyer,
  beginning: SwapBeginning | undefined,
  listener: (swap: SwapState) => void,
): () => void {
  const room = swapOf(foyer)
  if (beginning) room.begin(beginning)
  const stop = room.subscribe(() => listener(room.get()))
  listener(room.get())
  return stop
}
