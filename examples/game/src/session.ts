import { evmSession } from '@foyer/evm/session'
import { encodeFunctionData, type Hex } from 'viem'

const env: Readonly<Record<string, string | undefined>> = import.meta.env

/** The game's contract. */
const game: Hex = `0x${(env.VITE_GAME ?? '').slice(2).padStart(40, '0')}`

const move = { type: 'function', name: 'move', inputs: [{ type: 'uint8', name: 'square' }], outputs: [] } as const

/** What the visitor allows, once: 50 moves within a day, and nothing else. */
export const moves = evmSession({
  name: 'moves',
  permission: { type: 'call', target: game, abi: [move], count: 50 },
  lastsSeconds: 86_400,
  purpose: 'Your moves in the game',
})

export const moveTo = (square: number) => ({
  to: game,
  data: encodeFunctionData({ abi: [{ ...move, stateMutability: 'nonpayable' }], args: [square] }),
})
