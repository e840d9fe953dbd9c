import { createEip155 } from './eip155/eip155.js'
import type { WalletFamily } from './family.js'

/** The chain families that this wallet knows. */
export const createFamilies = (): readonly WalletFamily[] => [createEip155()]
