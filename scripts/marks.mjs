// Writes the marks of wallets, networks and coins anew, from a pinned release of web3icons: `node scripts/marks.mjs`.
// The release is fetched for that alone: its 83 MB are no dependency, and what is taken of it is committed.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run } from './processes.mjs'

const icons = {
  release: '@web3icons/core@4.0.56',
  integrity: 'sha512-jyLkrMdfn6RTZ0+61Ap1AS2yeSG6WZ8mxZ61S3lu/CC0rJb4fgr2jw3W8aCDxhakEm/xqaEZqUmlZiTxCCs4yw==',
}
const svgo = 'svgo@4.1.0'

/** By a wallet's name in the directory. Those that a company shares with its exchange or its coin stand under that. */
const wallets = {
  metamask: 'wallets/metamask',
  'trust-wallet': 'wallets/trust',
  'binance-wallet': 'exchanges/binance',
  'coinbase-wallet': 'wallets/coinbase',
  'okx-wallet': 'wallets/okx',
  phantom: 'wallets/phantom',
  rainbow: 'wallets/rainbow',
  'ledger-live': 'wallets/ledger',
  'uniswap-wallet': 'exchanges/uniswap',
  'bitget-wallet': 'exchanges/bitget',
  safepal: 'tokens/SFP',
  tokenpocket: 'wallets/token-pocket',
  zerion: 'wallets/zerion',
  safe: 'wallets/safe',
  imtoken: 'wallets/imtoken',
  exodus: 'wallets/exodus',
  rabby: 'wallets/rabby',
  'kraken-wallet': 'wallets/kraken',
  'robinhood-wallet': 'networks/robinhood',
  'crypto-com-onchain': 'exchanges/crypto-com',
  'bybit-wallet': 'exchanges/bybit',
  '1inch-wallet': 'exchanges/1inch',
  argent: 'wallets/argent',
  'ronin-wallet': 'wallets/ronin',
  solflare: 'wallets/solflare',
  jupiter: 'tokens/JUP',
  backpack: 'wallets/backpack',
  'coin98-super-wallet': 'wallets/coin98',
  frontier: 'tokens/FRONT',
  'trezor-suite': 'wallets/trezor',
  gemini: 'exchanges/gemini',
  'gate-wallet': 'exchanges/gate-io',
  mathwallet: 'tokens/MATH',
  'mew-wallet': 'wallets/my-ether-wallet',
  'zengo-wallet': 'wallets/zengo',
  status: 'tokens/SNT',
  'sequence-wallet': 'wallets/sequence',
  xportal: 'networks/multiversx',
}

/** Ways to connect, by the wire's ids of their pictures. */
const connectors = {
  '0c2840c3-5b04-4c44-9661-fbd4b49e1800': 'wallets/coinbase',
  '461db637-8616-43ce-035a-d89b8a1d5800': 'wallets/safe',
  '54a1aa77-d202-4f8d-0fb2-5d2bb6db0300': 'wallets/ledger',
  'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400': 'wallets/wallet-connect',
}

/** The kit's own networks, for `networkMarks`. */
const kitNetworks = {
  arbitrum: 'arbitrum-one',
  aurora: 'aurora',
  avalanche: 'avalanche',
  base: 'base',
  bitcoin: 'bitcoin',
  bnb: 'binance-smart-chain',
  celo: 'celo',
  ethereum: 'ethereum',
  gnosis: 'gnosis',
  linea: 'linea',
  optimism: 'optimism',
  polygon: 'polygon',
  scroll: 'scroll',
  solana: 'solana',
  zksync: 'zksync',
}

/** Networks that only the directory has pictures of, as a file may be named after them. */
const otherNetworks = {
  'eip155-130': 'unichain',
  'eip155-146': 'sonic',
  'eip155-250': 'fantom',
  'eip155-295': 'hedera-hashgraph',
  'eip155-314': 'filecoin',
  'eip155-480': 'world',
  'eip155-999': 'hyper-evm',
  'eip155-1088': 'metis-andromeda',
  'eip155-1284': 'moonbeam',
  'eip155-1285': 'moonriver',
  'eip155-1329': 'sei-network',
  'eip155-2020': 'ronin',
  'eip155-2741': 'abstract',
  'eip155-4689': 'iotex',
  'eip155-5000': 'mantle',
  'eip155-8217': 'kaia',
  'eip155-10143': 'monad',
  'eip155-34443': 'mode',
  'eip155-57073': 'ink',
  'eip155-80094': 'berachain',
  'eip155-81457': 'blast',
  'eip155-7777777': 'zora',
}

/** By symbol. Arbitrum's coin is left out of the tokens' folder: what stands there under its symbol is Arweave's. */
const tokens = {
  ...Object.fromEntries(
    [
      ...[
        'AAVE',
        'ADA',
        'ALGO',
        'APT',
        'ATOM',
        'AVAX',
        'BNB',
        'BTC',
        'CAKE',
        'CBETH',
        'CELO',
        'COMP',
        'CRO',
        'CRV',
        'CUSD',
      ],
      ...[
        'DAI',
        'DOT',
        'EGLD',
        'ENS',
        'ETH',
        'EURC',
        'FDUSD',
        'FIL',
        'FRAX',
        'FTM',
        'GHO',
        'GLMR',
        'GNO',
        'GRT',
        'HBAR',
      ],
      ...['IMX', 'JUP', 'LDO', 'LINK', 'LTC', 'LUSD', 'METIS', 'MKR', 'MNT', 'MOVR', 'NEAR', 'OP', 'PAXG', 'PENDLE'],
      ...[
        'POL',
        'PYTH',
        'PYUSD',
        'RAY',
        'RPL',
        'RUNE',
        'SEI',
        'SHIB',
        'SNX',
        'SOL',
        'STRK',
        'SUI',
        'SUSHI',
        'TBTC',
        'TRX',
      ],
      ...['TUSD', 'UNI', 'USDC', 'USDE', 'USDT', 'WBTC', 'XAUT', 'XLM', 'XRP', 'XTZ', 'ZEC'],
    ].map((symbol) => [symbol, `tokens/${symbol}`]),
  ),
  ARB: 'networks/arbitrum-one',
}

const work = await mkdtemp(join(tmpdir(), 'foyer-marks-'))
try {
  await fetchReleases()
  const { optimize } = await import(pathToFileURL(join(work, 'node_modules/svgo/lib/svgo-node.js')).href)
  const drawing = async (at) => drawnOf({ svg: await iconAt(at), optimize })
  await writeFolder({ group: 'wallet', icons: wallets, drawing })
  await writeFolder({ group: 'asset', icons: connectors, drawing })
  await writeFolder({ group: 'token', icons: tokens, drawing })
  const others = Object.entries(otherNetworks).map(([key, name]) => [key, `networks/${name}`])
  await writeFolder({ group: 'network', icons: Object.fromEntries(others), drawing })
  await writeNetworks(drawing)
} finally {
  await rm(work, { recursive: true, force: true })
}

async function fetchReleases() {
  await writeFile(join(work, 'package.json'), '{"private":true}')
  const { code } = await run('npm', [
    'install',
    '--prefix',
    work,
    '--ignore-scripts',
    '--no-audit',
    icons.release,
    svgo,
  ])
  if (code !== 0) throw new Error(`npm ended with ${code}.`)
  const lock = JSON.parse(await readFile(join(work, 'package-lock.json'), 'utf8'))
  const { integrity } = lock.packages['node_modules/@web3icons/core']
  if (integrity !== icons.integrity) throw new Error(`${icons.release} isn't what it was: ${integrity}`)
}

/** @param at - such as `wallets/metamask` */
async function iconAt(at) {
  const [kind, name] = at.split('/')
  const file = join(work, 'node_modules/@web3icons/core/dist/svgs', kind, 'background', `${name}.svg.js`)
  return (await import(pathToFileURL(file).href)).default
}

/** What is drawn, without its frame: a square of 24 that is filled to its corners. */
function drawnOf({ svg, optimize }) {
  // A square that is cut out of the same square is what it was.
  const [, clip] = /<clipPath id="([^"]+)">\s*<path fill="#fff" d="M0 0h24v24H0z"\/>\s*<\/clipPath>/.exec(svg) ?? []
  const whole = clip === undefined ? svg : svg.replaceAll(` clip-path="url(#${clip})"`, '')
  const plugins = [
    { name: 'preset-default', params: { overrides: { convertPathData: { floatPrecision: 2 } } } },
    { name: 'removeAttrs', params: { attrs: ['class', 'svg:(width|height)'] } },
  ]
  const { data } = optimize(whole, { multipass: true, floatPrecision: 2, plugins })
  const [, inside] =
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" fill="none" viewBox="0 0 24 24">(.*)<\/svg>$/s.exec(data) ?? []
  if (inside === undefined) throw new Error(`An icon has another frame: ${data.slice(0, 120)}`)
  return inside
}

async function writeFolder({ group, icons: from, drawing }) {
  const folder = join(root, 'apps/server/directory/pictures', group)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [key, at] of Object.entries(from)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" fill="none" viewBox="0 0 24 24">${await drawing(at)}</svg>\n`
    await writeFile(join(folder, `${key}.svg`), svg)
  }
}

/** Base's mark is a blue square. Cut out of a blue ground, as it is drawn there, a white one is seen at the size of a button's picture. */
function exchanged(drawn, one, other) {
  const fills = new Map([
    [`fill="${one}"`, `fill="${other}"`],
    [`fill="${other}"`, `fill="${one}"`],
  ])
  for (const fill of fills.keys()) if (!drawn.includes(fill)) throw new Error(`There is no ${fill}: ${drawn}`)
  return drawn.replace(/fill="[^"]+"/g, (fill) => fills.get(fill) ?? fill)
}

/** A page may show a network's mark as it is, so that these are round by themselves. */
async function writeNetworks(drawing) {
  const lines = []
  for (const [name, at] of Object.entries(kitNetworks)) {
    const drawn = await drawing(`networks/${at}`)
    const round = drawn.replace(
      /<path fill="([^"]+)" d="M(?:24 0H0v24h24|0 0h24v24H0)z"\/>/,
      '<circle cx="12" cy="12" r="12" fill="$1"/>',
    )
    if (round === drawn) throw new Error(`${at} has another ground: ${drawn.slice(0, 120)}`)
    lines.push(`  ${name}:\n    '${name === 'base' ? exchanged(round, '#00f', '#fff') : round}',`)
  }
  const head = [
    '// Written by `node scripts/marks.mjs` from web3icons, © 2024 0xa3k5, MIT; the marks are trademarks of their owners.',
    '',
    '/** What is drawn of a network, in a square of 24. */',
    'export const brands = {',
  ]
  await writeFile(join(root, 'packages/core/src/networks/brands.ts'), [...head, ...lines, '} as const', ''].join('\n'))
}
