import * as v from 'valibot'
import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem'

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

/** Where there is no way, nothing else is said. */
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

/** What an amount would give: `GET /swap/allowance-holder/price`. */
export const Price = v.variant('liquidityAvailable', [Found, Nothing])
export type FoundPrice = v.InferOutput<typeof Found>

/** The same, with the transaction: `GET /swap/allowance-holder/quote`. */
export const Quote = v.variant('liquidityAvailable', [Firm, Nothing])
export type FirmQuote = v.InferOutput<typeof Firm>
