import * as v from 'valibot'
import type { Call, Output } from './call.js'
import { eachReadable, ifReadable, optionalOrNull } from './lenient.js'
import { limits } from './limits.js'
import { tokenImagePath, walletImagePath } from './sdk.js'

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest))
/** Here null is said as it is, as clients of the public API have it; what can't be read is missing. */
const orNull = <Output>(schema: v.GenericSchema<unknown, Output>) => v.fallback(v.nullish(schema), undefined)
const link = orNull(text(limits.url))

/** The names by which an in-page wallet is recognized. */
const InjectedWallet = v.object({
  /** A chain family's namespace, such as `eip155`. */
  namespace: ifReadable(text(limits.caip2)),
  /** A flag of the provider (`isMetaMask`), or a wallet-standard name. */
  injected_id: ifReadable(text(limits.walletName)),
})
export type InjectedWallet = Output<typeof InjectedWallet>

/** An entry of the wallet listing [S3.1]: without its id or its name it is none; what else can't be read is left out. */
export const Wallet = v.object({
  /** The public explorer's: 64 hex digits. */
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  name: v.pipe(text(limits.walletName), v.minLength(1)),
  badge_type: ifReadable(v.picklist(['none', 'certified'])),
  /** CAIP-2. */
  chains: v.fallback(optionalOrNull(eachReadable(text(limits.caip2), limits.walletChains)), undefined),
  homepage: ifReadable(text(limits.url)),
  image_id: ifReadable(text(limits.imageId)),
  image_url: ifReadable(text(limits.url)),
  /** The smaller, the earlier in the list. */
  order: ifReadable(v.pipe(v.number(), v.finite())),
  /** Opens the app on a phone: a scheme of its own (`metamask://`). */
  mobile_link: link,
  desktop_link: link,
  webapp_link: link,
  /** Opens the app on a phone by an `https` address that it has claimed. */
  link_mode: link,
  app_store: link,
  play_store: link,
  chrome_store: link,
  /** The reverse domain name that the wallet announces in a page (EIP-6963). */
  rdns: orNull(text(limits.rdns)),
  injected: orNull(eachReadable(InjectedWallet, limits.walletChains)),
})
export type Wallet = Output<typeof Wallet>

/** A page of the listing, and how many wallets match in all [S7.24]. */
export const WalletsReply = v.object({
  data: eachReadable(Wallet, limits.walletEntries),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type WalletsReply = Output<typeof WalletsReply>

/** The number of wallets that the kit asks for at a time. */
export const walletEntries = {
  /** a page of the whole list [S9.3] */
  page: 40,
  /** those that stand in the first view [S9.4] */
  recommended: 4,
  /** what a search finds at most [S9.5] */
  search: 100,
  /** whose images come before they are seen [S9.6] */
  imagesFirst: 20,
} as const

/**
 * Wallets that a build without adapters can't reach: they are in no list of a kit whose version begins with
 * {@link coreBuild}.
 */
export const coreBuildExcludes = [
  '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
] as const

/** The beginning of `sv` in a build without adapters. */
export const coreBuild = 'html-core-'

const wholeNumber = ({ to, otherwise }: { to: number; otherwise: number }) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1'),
      v.transform(Number),
      v.maxValue(to, `must be ${to} at most`),
    ),
    String(otherwise),
  )

/** An empty list is one that wasn't given: clients send what they have. */
const list = ({ most, longest }: { most: number; longest: number }) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((part) => part.trim())),
      v.transform((parts) => parts.filter((part) => part !== '')),
      v.maxLength(most, `must have ${most} entries at most`),
      v.everyItem((part) => part.length <= longest, `has an entry of more than ${longest} characters`),
      v.transform((parts) => (parts.length === 0 ? undefined : parts)),
    ),
  )

/** The query of a listing, beside what every call carries [S7.23]. Numbers and lists travel as text, lists with commas between. */
export const WalletsQuery = v.pipe(
  v.object({
    /** The first is 1. */
    page: wholeNumber({ to: limits.walletPage, otherwise: 1 }),
    entries: wholeNumber({ to: limits.walletEntries, otherwise: walletEntries.page }),
    /** Only these wallets, by id. */
    include: list({ most: limits.walletEntries, longest: limits.walletId }),
    /** None of these, by id. */
    exclude: list({ most: limits.walletEntries, longest: limits.walletId }),
    /** Wallets that are on one of these networks at least (CAIP-2). */
    chains: list({ most: limits.walletChains, longest: limits.caip2 }),
    search: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(limits.walletName, `must have ${limits.walletName} characters at most`),
        v.transform((text) => (text === '' ? undefined : text)),
      ),
    ),
    badge_type: v.optional(v.picklist(['none', 'certified'], 'must be "certified" or "none"')),
    /** The kit's version, which decides on {@link coreBuildExcludes}. */
    sv: v.optional(v.pipe(v.string(), v.maxLength(limits.sdk))),
  }),
  v.forward(
    v.check(
      ({ search, entries }) => search === undefined || entries <= walletEntries.search,
      `must be ${walletEntries.search} at most for a search`,
    ),
    ['entries'],
  ),
)
export type WalletsQuery = Output<typeof WalletsQuery>

/** A page of the listing [S7.23]. */
export const walletsCall = {
  id: 'getWallets',
  method: 'get',
  path: '/getWallets',
  query: WalletsQuery,
  reply: WalletsReply,
} as const satisfies Call

const pictureId = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.imageId))

/** The directory's pictures, by what they are of [S7.25 S7.26]. */
export const imageCalls = {
  wallet: { id: 'getWalletImage', method: 'get', path: walletImagePath, params: v.object({ imageId: pictureId }) },
  /** A network's or a connector's. */
  asset: {
    id: 'getAssetImage',
    method: 'get',
    path: '/public/getAssetImage/:imageId',
    params: v.object({ imageId: pictureId }),
  },
  /** By its code, such as `USD`. */
  currency: {
    id: 'getCurrencyImage',
    method: 'get',
    path: '/public/getCurrencyImage/:currencyId',
    params: v.object({ currencyId: pictureId }),
  },
  token: { id: 'getTokenImage', method: 'get', path: tokenImagePath, params: v.object({ symbol: pictureId }) },
} as const satisfies Readonly<Record<string, Call>>

/** Which wallet a wallet button means, by the name that a host gives it: the ids of the public explorer. */
export const walletButtonIds = {
  argent: 'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6',
  backpack: '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
  binance: '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
  bitget: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  bybit: '15c8b91ade1a4e58f3ce4e7a0dd7f42b47db0c8df7e0d84f63eb39bcb96c4e0f',
  coin98: '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
  coinbase: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  'crypto-com': 'f2436c67184f158d1beda5df53298ee84abfc367581e4505134b5bcf5f46697d',
  exodus: 'e9ff15be73584489ca4a66f64d32c4537711797e30b6660dbcb71ea72a42b1f4',
  frontier: '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
  imtoken: 'ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef',
  jupiter: '0ef262ca2a56b88d179c93a21383fee4e135bd7bc6680e5c2356ff8e38301037',
  kraken: '18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277',
  leather: '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
  ledger: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
  'magic-eden': '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6',
  metamask: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  okx: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  oneinch: 'c286eebc742a537cd1d6818363e9dc53b21759a1e8e5d9b263d0c03ec7703576',
  phantom: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  rainbow: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
  robinhood: '8837dd9413b1d9b585ee937d27a816590248386d9dbf59f5cd3422dbbb65683e',
  ronin: '541d5dcd4ede02f3afaf75bf8e3e4c4f1fb09edb5fa6c4377ebf31c2785d9adf',
  safe: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
  safepal: '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150',
  solflare: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  'timeless-x': '344d0e58b139eb1b6da0c29ea71d52a8eace8b57897c6098cb9b46012665c193',
  tokenpocket: '20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66',
  trust: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  uniswap: 'c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a',
  xverse: '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
  zerion: 'ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18',
} as const

/** The name of a wallet button. */
export type WalletButtonName = keyof typeof walletButtonIds
