import * as v from 'valibot'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { coinAddress, isSame } from '../contracts/tokens.js'
import { least, most } from './encoded.js'
import { AddressText, Uint } from './requestParams.js'

/** A thing of an order: so much of a token, or an NFT, or so many of one. */
export interface Item {
  /** Undefined for the network's own coin. */
  readonly token: Address | undefined
  readonly amount: bigint
  /** Of an NFT; `any` for whichever of the collection. */
  readonly id?: bigint | 'any'
}

export interface Order {
  readonly gives: readonly Item[]
  readonly gets: readonly (Item & { readonly to: Address })[]
  /** The owner of what it gives. */
  readonly owner: Address | undefined
  readonly until: bigint
  /** The only taker; any taker where it is undefined. */
  readonly taker?: Address | undefined
  /** Whether what it gets is decided by code that isn't part of what is signed. */
  readonly isHidden?: boolean
}

/** Of exchanges that have an address for the network's own coin. */
const tokenAt = (address: Address): Address | undefined => (isSame(address, coinAddress) ? undefined : address)

const Offered = v.object({
  itemType: Uint,
  token: AddressText,
  identifierOrCriteria: Uint,
  startAmount: Uint,
  endAmount: Uint,
})

/** Seaport counts kinds: the coin, a token, an NFT, so many of one, and the last two of a choice. */
const item = ({ itemType, token, identifierOrCriteria: id }: v.InferOutput<typeof Offered>, amount: bigint): Item => ({
  token: itemType === 0n ? undefined : token,
  amount,
  ...(itemType < 2n ? {} : { id: itemType > 3n ? 'any' : id }),
})

const Seaport = v.pipe(
  v.object({
    offerer: AddressText,
    zone: AddressText,
    offer: v.array(Offered),
    consideration: v.array(v.object({ ...Offered.entries, recipient: AddressText })),
    orderType: Uint,
    endTime: Uint,
  }),
  v.transform(
    ({ offerer, zone, offer, consideration, orderType, endTime }): Order => ({
      owner: offerer,
      // What falls or rises until its end is at its worst for the signer.
      gives: offer.map((each) => item(each, most(each.startAmount, each.endAmount))),
      gets: consideration.map((each) => ({
        ...item(each, least(each.startAmount, each.endAmount)),
        to: each.recipient,
      })),
      until: endTime,
      taker: orderType > 1n && !isAddressEqual(zone, zeroAddress) ? zone : undefined,
    }),
  ),
)

/** CoW Protocol's. */
const Cow = v.pipe(
  v.object({
    sellToken: AddressText,
    buyToken: AddressText,
    receiver: AddressText,
    sellAmount: Uint,
    buyAmount: Uint,
    feeAmount: Uint,
    validTo: Uint,
  }),
  v.transform(
    ({ sellToken, buyToken, receiver, sellAmount, buyAmount, feeAmount, validTo }): Order => ({
      owner: undefined,
      gives: [{ token: tokenAt(sellToken), amount: sellAmount + feeAmount }],
      gets: [{ token: tokenAt(buyToken), amount: buyAmount, to: receiver }],
      until: validTo,
    }),
  ),
)

/** 1inch's limit orders: when they end stands in the middle of their traits. */
const OneInch = v.pipe(
  v.object({
    maker: AddressText,
    receiver: AddressText,
    makerAsset: AddressText,
    takerAsset: AddressText,
    makingAmount: Uint,
    takingAmount: Uint,
    makerTraits: Uint,
  }),
  v.transform(
    ({ maker, receiver, makerAsset, takerAsset, makingAmount, takingAmount, makerTraits }): Order => ({
      owner: maker,
      gives: [{ token: tokenAt(makerAsset), amount: makingAmount }],
      gets: [{ token: tokenAt(takerAsset), amount: takingAmount, to: receiver }],
      until: (makerTraits >> 80n) & 0xffffffffffn,
      // An extension holds the getters of its amounts, and what is called before and after.
      isHidden: [249n, 251n, 252n].some((bit) => ((makerTraits >> bit) & 1n) === 1n),
    }),
  ),
)

const Fees = v.array(v.object({ recipient: AddressText, amount: Uint }))
const ofNft = {
  direction: Uint,
  maker: AddressText,
  taker: AddressText,
  expiry: Uint,
  erc20Token: AddressText,
  erc20TokenAmount: Uint,
  fees: Fees,
}
interface NftPart {
  readonly token: Address
  readonly id: bigint
  readonly amount: bigint
  /** The conditions that decide which of a collection it is. */
  readonly properties: readonly unknown[]
}

/** 0x's orders for NFTs: the maker sells one, or buys one and pays fees beside its price. */
const nftOrder = (
  {
    direction,
    maker,
    taker,
    expiry,
    erc20Token,
    erc20TokenAmount: price,
    fees,
  }: v.InferOutput<v.ObjectSchema<typeof ofNft, undefined>>,
  { token, id, amount, properties }: NftPart,
): Order => {
  const isSale = direction === 0n
  const paid = (sum: bigint): Item => ({ token: tokenAt(erc20Token), amount: sum })
  const beside = fees.reduce((sum, fee) => sum + fee.amount, 0n)
  const nft: Item = { token, amount, id: properties.length > 0 && !isSale ? 'any' : id }
  return {
    ...{ owner: maker, until: expiry, taker: isAddressEqual(taker, zeroAddress) ? undefined : taker },
    gives: [isSale ? nft : paid(price + beside)],
    gets: [
      { ...(isSale ? paid(price) : nft), to: maker },
      ...fees.map((fee) => ({ ...paid(fee.amount), to: fee.recipient })),
    ],
  }
}

const OneNft = v.pipe(
  v.object({ ...ofNft, erc721Token: AddressText, erc721TokenId: Uint, erc721TokenProperties: v.array(v.unknown()) }),
  v.transform((all) =>
    nftOrder(all, {
      ...{ token: all.erc721Token, id: all.erc721TokenId, amount: 1n, properties: all.erc721TokenProperties },
    }),
  ),
)
const SomeNfts = v.pipe(
  v.object({
    ...ofNft,
    ...{ erc1155Token: AddressText, erc1155TokenId: Uint, erc1155TokenAmount: Uint },
    erc1155TokenProperties: v.array(v.unknown()),
  }),
  v.transform((all) =>
    nftOrder(all, {
      ...{ token: all.erc1155Token, id: all.erc1155TokenId, amount: all.erc1155TokenAmount },
      properties: all.erc1155TokenProperties,
    }),
  ),
)
const NftOrder = v.union([OneNft, SomeNfts])

/** The names of the fields in exchanges' orders: what is given and got, how much, to whom and until when. */
const names = {
  gives: ['makerAsset', 'makerToken', 'sellToken', 'tokenIn', 'inputToken', 'fromToken', 'offerToken', 'tokenSell'],
  gets: ['takerAsset', 'takerToken', 'buyToken', 'tokenOut', 'outputToken', 'toToken', 'wantToken', 'tokenBuy'],
  give: [
    ...['makingAmount', 'makerAmount', 'makerAssetAmount', 'makerTokenAmount', 'sellAmount', 'sellTokenAmount'],
    ...['amountIn', 'inputAmount', 'fromAmount', 'fromTokenAmount', 'offerAmount', 'amountSell'],
  ],
  get: [
    ...['takingAmount', 'takerAmount', 'takerAssetAmount', 'takerTokenAmount', 'buyAmount', 'buyTokenAmount'],
    ...['minAmountOut', 'amountOutMin', 'amountOutMinimum', 'minOutputAmount', 'minReturn', 'minReturnAmount'],
    ...['minBuyAmount', 'amountOut', 'outputAmount', 'toAmount', 'toTokenAmount', 'wantAmount', 'amountBuy'],
  ],
  owner: ['maker', 'owner', 'trader', 'offerer', 'signer', 'user', 'from'],
  to: ['receiver', 'recipient', 'beneficiary', 'to'],
  taker: ['taker', 'allowedTaker', 'takerAddress', 'allowedSender'],
  until: ['expiry', 'expiration', 'expirationTimeSeconds', 'deadline', 'validTo', 'endTime', 'expires'],
} as const

/** An order by its shape alone: of one token for another, whatever exchange it is for. */
const Shaped = v.pipe(
  v.looseObject({}),
  v.transform((all) => {
    const named = Object.entries(names).map(([field, ways]) => {
      const own = ways.find((way) => all[way] !== undefined)
      return [field, own === undefined ? undefined : all[own]]
    })
    return Object.fromEntries(named)
  }),
  v.object({
    gives: AddressText,
    gets: AddressText,
    give: Uint,
    get: Uint,
    owner: v.optional(AddressText),
    to: v.optional(AddressText),
    taker: v.optional(AddressText, zeroAddress),
    until: v.optional(Uint, 0),
  }),
  v.transform(
    ({ gives, gets, give, get, owner, to, taker, until }): Order => ({
      ...{ owner, until, gives: [{ token: tokenAt(gives), amount: give }] },
      gets: [{ token: tokenAt(gets), amount: get, to: to ?? owner ?? zeroAddress }],
      taker: isAddressEqual(taker, zeroAddress) ? undefined : taker,
    }),
  ),
)

/** Each by the name of its domain and of its type, and where its exchange is. */
export const orderForms = [
  {
    domain: /^Seaport$/,
    type: /^(Order(Components)?|BulkOrder)$/,
    schema: Seaport,
    // 1.1, 1.4, 1.5 and 1.6, on every network.
    at: [
      ...['0x00000000006c3852cbEf3e08E8dF289169EdE581', '0x00000000000001ad428e4906aE43D8F9852d0dD6'],
      ...['0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC', '0x0000000000000068F116a894984e2DB1123eB395'],
    ],
  },
  {
    domain: /^Gnosis Protocol$/,
    type: /^Order$/,
    schema: Cow,
    at: ['0x9008D19f58AAbD9eD0D60971565AA8510560ab41'],
  },
  {
    domain: /^1inch /,
    type: /^Order$/,
    schema: OneInch,
    at: ['0x1111111254EEB25477B68fb85Ed929f73A960582', '0x111111125421cA6dc452d289314280a0f8842A65'],
  },
  {
    domain: /^ZeroEx$/,
    type: /^ERC(721|1155)Order$/,
    schema: NftOrder,
    at: ['0xDef1C0ded9bec7F1a1670819833240f027b25EfF'],
  },
] as const

/** The forms of other exchanges' orders: theirs, or such as many have. */
export const orderShapes = [Seaport, OneInch, Cow, NftOrder, Shaped] as const
