import { base58, base64 } from '@scure/base'
import type { Account, LiteSvm } from 'litesvm/dist/internal.js'
import { type ParsedTokenAccount, parseTokenAccount, tokenPrograms } from './tokens.js'

/** How many decimals a mint has; undefined for what is none. */
export function decimalsOf(svm: LiteSvm, mint: string): number | undefined {
  const data = svm.getAccount(base58.decode(mint))?.data()
  const parsed = data && parseTokenAccount(data)
  return parsed?.type === 'mint' ? parsed.decimals : undefined
}

/** An amount of tokens, as nodes show it. */
export function tokenAmount({ amount, decimals }: { readonly amount: bigint; readonly decimals: number }) {
  const digits = String(amount).padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/(?<!0)0+$/, '')
  const uiAmountString = `${digits.slice(0, digits.length - decimals)}${fraction && `.${fraction}`}`
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** An account as nodes show it: its data in base64, or read, where it is asked for and a token program's. */
export function shownAccount({
  svm,
  account,
  encoding,
}: {
  readonly svm: LiteSvm
  readonly account: Account
  readonly encoding: string | undefined
}) {
  const owner = base58.encode(account.owner())
  const data = account.data()
  const parsed = encoding === 'jsonParsed' && tokenPrograms.includes(owner) ? parseTokenAccount(data) : undefined
  return {
    lamports: Number(account.lamports()),
    owner,
    executable: account.executable(),
    rentEpoch: 0,
    space: data.length,
    data: parsed
      ? {
          program: owner === tokenPrograms[0] ? 'spl-token' : 'spl-token-2022',
          parsed: shownToken(svm, parsed),
          space: data.length,
        }
      : [base64.encode(data), 'base64'],
  }
}

function shownToken(svm: LiteSvm, parsed: ParsedTokenAccount) {
  if (parsed.type === 'mint') {
    const { decimals, supply, metadata } = parsed
    const extensions = metadata ? [{ extension: 'tokenMetadata', state: metadata }] : []
    const common = { decimals, supply: String(supply), isInitialized: true, mintAuthority: null, freezeAuthority: null }
    return { type: 'mint', info: { ...common, extensions } }
  }
  const { mint, owner, amount } = parsed
  const decimals = decimalsOf(svm, mint) ?? 0
  return {
    type: 'account',
    info: { mint, owner, state: 'initialized', isNative: false, tokenAmount: tokenAmount({ amount, decimals }) },
  }
}
