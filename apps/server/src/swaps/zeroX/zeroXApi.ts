import * as v from 'valibot'
import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem'

/** The networks of the specification's swaps that 0x serves by the one AllowanceHolder, each with its wrapped coin. @see S9.15 */
export const wrappedCoins: ReadonlyMap<string, Address> = new Map([
  ['eip155:1', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  ['eip155:10', '0x4200000000000000000000000000000000000006'],
  ['eip155:56', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'],
  ['eip155:137', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'],
  ['eip155:8453', '0x4200000000000000000000000000000000000006'],
  ['eip155:42161', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
  ['eip155:43114', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
])

const Amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((digits) => BigInt(digits)),
)

const Token = v.pipe(
  v.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false })),
  v.transform((address) => getAddress(address)),
)

/** In basis points, as text; null where it isn't known. */
const Tax = v.nullish(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number)))

const found = {
  liquidityAvailable: v.literal(true),
  buyToken: Token,
  sellToken: Token,
  buyAmount: Amount,
  sellAmount: Amount,
  minBuyAmount: Amount,
  allowanceTarget: v.nullish(Token),
  fees: v.object({ integratorFee: v.nullish(v.object({ amount: Amount, token: Token })) }),
  tokenMetadata: v.nullish(
    v.object({
      buyToken: v.nullish(v.object({ buyTaxBps: Tax })),
      sellToken: v.nullish(v.object({ sellTaxBps: Tax })),
    }),
  ),
}

/** The answer where there is no way, which says nothing else. */
const Nothing = v.object({ liquidityAvailable: v.literal(false) })

const Found = v.object({ ...found, gas: v.nullish(Amount) })
const Firm = v.object({
  ...found,
  transaction: v.object({
    to: Token,
    data: v.custom<Hex>((value) => isHex(value)),
    gas: v.nullish(Amount),
    value: Amount,
  }),
})

/** The amount that a swap would give: `GET /swap/allowance-holder/price`. */
export const Price = v.variant('liquidityAvailable', [Found, Nothing])
export type FoundPrice = v.InferOutput<typeof Found>

/** The same, with the transaction: `GET /swap/allowance-holder/quote`. */
export const Quote = v.variant('liquidityAvailable', [Firm, Nothing])
export type FirmQuote = v.InferOutput<typeof Firm>
