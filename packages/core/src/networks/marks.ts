import type { NetworkId } from '../chain/ids.js'
import { brands } from './brands.js'

/** A network whose mark isn't its owner's: a chain on the visitor's own machine. */
const prompt =
  '<circle/><path d="M7.5 8.4l3.6 3.6-3.6 3.6M12.3 15.6h4.5" stroke="#fff" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>'

interface Mark {
  readonly of: keyof typeof brands | 'prompt'
  /** Instead of the mark's own. */
  readonly ground?: string | undefined
}

function picture({ of, ground }: Mark): string {
  const drawn = of === 'prompt' ? prompt : brands[of]
  const inside =
    ground === undefined ? drawn : drawn.replace(/^<circle[^>]*>/, `<circle cx="12" cy="12" r="12" fill="${ground}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" fill="none" viewBox="0 0 24 24">${inside}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * Marks of the common networks by CAIP-2 id, as image data: trademarks of their owners, which name the network and nothing else. The kit shows them by itself
 * where neither the host (`chainImages`) nor the network (`assets.imageUrl`) has a picture; a page that draws its own list may show them as well. A test network has
 * its network's mark on a quieter ground, and a local one a drawing of the kit's.
 *
 * @example <img src={networkMarks['eip155:8453']} alt="" width={20} />
 */
export const networkMarks: Readonly<Partial<Record<NetworkId, string>>> = /* @__PURE__ */ drawn({
  'eip155:1': { of: 'ethereum' },
  'eip155:10': { of: 'optimism' },
  'eip155:56': { of: 'bnb' },
  'eip155:100': { of: 'gnosis' },
  'eip155:137': { of: 'polygon' },
  'eip155:324': { of: 'zksync' },
  'eip155:1337': { of: 'prompt', ground: '#5a6678' },
  'eip155:8453': { of: 'base' },
  'eip155:31337': { of: 'prompt', ground: '#0c7d74' },
  'eip155:31338': { of: 'prompt', ground: '#a94f2a' },
  'eip155:42161': { of: 'arbitrum' },
  'eip155:42220': { of: 'celo' },
  'eip155:43114': { of: 'avalanche' },
  'eip155:59144': { of: 'linea' },
  'eip155:84532': { of: 'base', ground: '#c9d3e6' },
  'eip155:534352': { of: 'scroll' },
  'eip155:11155111': { of: 'ethereum', ground: '#5b6078' },
  'eip155:1313161554': { of: 'aurora' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { of: 'solana' },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { of: 'solana', ground: '#75659c' },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': { of: 'solana', ground: '#5f7594' },
  'bip122:000000000019d6689c085ae165831e93': { of: 'bitcoin' },
  'bip122:000000000933ea01ad0ee984209779ba': { of: 'bitcoin', ground: '#8f7355' },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { of: 'bitcoin', ground: '#72705f' },
})

function drawn(marks: Readonly<Partial<Record<NetworkId, Mark>>>): Readonly<Partial<Record<NetworkId, string>>> {
  return Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, mark && picture(mark)]))
}
