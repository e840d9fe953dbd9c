import type { NetworkId } from '../chain/ids.js'

/** Lines in a square of 40. They are our own: a thing that the name brings to mind, and not a trademark. */
const lines = {
  rhombus: 'M20 8.5l8 11.5-8 11.5-8-11.5zM12 20h16',
  dome: 'M10 26.5h20M13.5 26.5a6.5 6.5 0 0 1 13 0',
  arch: 'M11.5 28.5V22a8.5 8.5 0 0 1 17 0v6.5M17 28.5V23a3 3 0 0 1 6 0v5.5',
  smile: 'M12 20a8 8 0 0 0 16 0M15.5 13.5v.01M24.5 13.5v.01',
  pentagon: 'M20 9.5l10 7.4-3.8 11.6H13.8L10 16.9z',
  bars: 'M12.5 28v-6M20 28V12M27.5 28V18',
  mountain: 'M9.5 28l8-14.5 5 8.5 2.5-3.5 5.5 9.5z',
  key: 'M18.5 20a4.25 4.25 0 1 1-8.5 0 4.25 4.25 0 0 1 8.5 0zM18.5 20H30v4M25 20v4',
  eye: 'M9 20s4.5-7 11-7 11 7 11 7-4.5 7-11 7-11-7-11-7zM22.5 20a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  sprout: 'M20 30V19M20 21c0-5.5-4-8.5-9.5-8.5 0 5.5 4 8.5 9.5 8.5zM20 24.5c0-4 3.5-7 9-7 0 4-3.5 7-9 7z',
  text: 'M12 14h16M12 20h11M12 26h6',
  scroll:
    'M14 12h11.5a2.5 2.5 0 0 1 2.5 2.5V26M14 12a2.5 2.5 0 0 0-2.5 2.5V16h5v9.5a2.5 2.5 0 0 0 2.5 2.5H28a2.5 2.5 0 0 0 2.5-2.5H21.5',
  waves: 'M10 17.5c3.3-5 6.7-5 10 0s6.7 5 10 0M10 25.5c3.3-5 6.7-5 10 0s6.7 5 10 0',
  sun: 'M24.5 20a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM20 9.5v1.5M20 29v1.5M9.5 20H11M29 20h1.5M12.6 12.6l1 1M26.4 26.4l1 1M12.6 27.4l1-1M26.4 13.6l1-1',
  block: 'M20 9l9.5 5.5v11L20 31l-9.5-5.5v-11zM10.5 14.5L20 20l9.5-5.5M20 20v11',
  prompt: 'M12.5 14l6 6-6 6M20.5 26h7.5',
} as const

interface Mark {
  readonly ground: string
  readonly of: keyof typeof lines
  /** White unless said. */
  readonly ink?: string | undefined
}

const picture = ({ ground, of, ink = '#fff' }: Mark): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="${ground}"/><path d="${lines[of]}" fill="none" stroke="${ink}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )}`

/**
 * Drawn marks of the common networks by CAIP-2 id, as image data. The kit shows them by itself where neither the host (`chainImages`) nor the network
 * (`assets.imageUrl`) has a picture; a page that draws its own list may show them as well. A test network has its network's mark in a quieter colour.
 *
 * @example <img src={networkMarks['eip155:8453']} alt="" width={20} />
 */
export const networkMarks: Readonly<Partial<Record<NetworkId, string>>> = /* @__PURE__ */ drawn({
  'eip155:1': { ground: '#5566dd', of: 'rhombus' },
  'eip155:10': { ground: '#e0243a', of: 'smile' },
  'eip155:56': { ground: '#f2b92e', of: 'bars', ink: '#201a0b' },
  'eip155:100': { ground: '#0b8067', of: 'eye' },
  'eip155:137': { ground: '#7a3fe0', of: 'pentagon' },
  'eip155:324': { ground: '#2f3566', of: 'key' },
  'eip155:1337': { ground: '#5a6678', of: 'prompt' },
  'eip155:8453': { ground: '#1652ee', of: 'dome' },
  'eip155:31337': { ground: '#0c7d74', of: 'prompt' },
  'eip155:31338': { ground: '#a94f2a', of: 'prompt' },
  'eip155:42161': { ground: '#1b3d5c', of: 'arch', ink: '#8fd0ff' },
  'eip155:42220': { ground: '#f6ef5c', of: 'sprout', ink: '#22210c' },
  'eip155:43114': { ground: '#d8333c', of: 'mountain' },
  'eip155:59144': { ground: '#25262e', of: 'text', ink: '#63dcf5' },
  'eip155:84532': { ground: '#6b80b8', of: 'dome' },
  'eip155:534352': { ground: '#f4dcb8', of: 'scroll', ink: '#6b3d12' },
  'eip155:11155111': { ground: '#7b80a4', of: 'rhombus' },
  'eip155:1313161554': { ground: '#2c8247', of: 'waves' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { ground: '#6a2fd0', of: 'sun', ink: '#6df5c4' },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { ground: '#75659c', of: 'sun' },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': { ground: '#5f7594', of: 'sun' },
  'bip122:000000000019d6689c085ae165831e93': { ground: '#c2610c', of: 'block' },
  'bip122:000000000933ea01ad0ee984209779ba': { ground: '#8f7355', of: 'block' },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { ground: '#72705f', of: 'block' },
})

function drawn(marks: Readonly<Partial<Record<NetworkId, Mark>>>): Readonly<Partial<Record<NetworkId, string>>> {
  return Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, mark && picture(mark)]))
}
