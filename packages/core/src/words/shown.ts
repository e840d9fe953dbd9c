import type { ownAccount } from '../catalogue/en/ownAccount.js'
import type { request } from '../catalogue/en/request.js'

/** The names of the sentences in a description; a placeholder in braces is filled in where it is shown. */
export type RequestSentence = keyof typeof request | keyof typeof ownAccount

/** A sentence by its name, with what fills its places. */
export interface Words {
  readonly name: RequestSentence
  readonly values: Readonly<Record<string, string | Words>>
}

/** One line of a request's description. */
export interface Fact<Text = Words> {
  readonly label: Text
  /** The value: a sentence, or text that stands as it is. */
  readonly value: string | Text
  /** An address or data, shown letter by letter. */
  readonly isCode?: boolean | undefined
  /** The amount that its value is, where a price of it says something: its name is to be believed. */
  readonly priced?: PricedAmount | undefined
  /** Of a pool that something is put into what tells whether its price is the market's. */
  readonly pooled?: Pooled | undefined
}

/** A pool of two tokens, and what is put in. */
export interface Pooled {
  /** One whole of each; undefined of a token that isn't listed. */
  readonly units: readonly [PricedAmount | undefined, PricedAmount | undefined]
  /** The amounts of both that may be put in, in their smallest units: all of it, and as little of either as it may be. */
  readonly amounts: readonly (readonly [bigint, bigint])[]
  /** The range of prices, in ticks; undefined where it is all of them. */
  readonly ticks?: readonly [number, number] | undefined
}

/** An amount of a listed token, or of the network's own coin. */
export interface PricedAmount {
  /** The token's; undefined for the coin. */
  readonly contract: string | undefined
  /** In the smallest unit. */
  readonly amount: bigint
  readonly decimals: number
}

/** The worth of an amount. */
export interface Worth {
  /** As the visitor's language writes it. */
  readonly shown: string
  /** US dollars, with 18 decimals. */
  readonly usd: bigint
}

/** A named value of structured data, or a structure or a list of them. */
export type ShownField = {
  readonly name: string
  /** An address or data, shown letter by letter. */
  readonly isCode?: boolean | undefined
} & (
  | { readonly value: string; readonly fields?: undefined }
  | { readonly value?: undefined; readonly fields: readonly ShownField[] }
)

/**
 * The signature that a request asks for: of a sign-in at the page that asks, which grants nothing else; or of another
 * text. Any other request moves value or gives power, or may.
 */
export type AskedFor = 'signIn' | 'text'

/** A described request: in words by name as a family makes it, in sentences as it is shown. */
export interface ShownRequest<Text = Words> {
  readonly title: Text
  /** The button's verb. */
  readonly act: Text
  readonly facts: readonly Fact<Text>[]
  /** The text or data that is signed, whole. */
  readonly content?: { readonly label: Text; readonly text: string; readonly isCode: boolean } | undefined
  /** The structured data that is signed, whole. */
  readonly tree?: { readonly label: Text; readonly fields: readonly ShownField[] } | undefined
  /** Warnings that the visitor reads before approving. */
  readonly warnings: readonly Text[]
  /** Approving takes a separate step: its effect isn’t known from its data [F13], has no limit, or can’t be had back. */
  readonly isDeliberate: boolean
  /** In the place of an allowance without a limit the visitor may name one. */
  readonly limit?: OfferedLimit<Text> | undefined
  /** Left out by a reader, it may have any effect. */
  readonly asksFor?: AskedFor | undefined
  /** There is nothing to decide: it is read, and closed. */
  readonly isNotice?: boolean | undefined
}

/** An amount that the visitor may name instead of what is asked for. */
export interface OfferedLimit<Text = Words> {
  readonly label: Text
  /** The token's symbol. */
  readonly unit: string
  readonly decimals: number
  /** The initial value, in the token's own unit: all that the account has. */
  readonly usual: string
}

/** Says a sentence in the visitor's language. */
export type SayRequest = (name: RequestSentence, values: Readonly<Record<string, string>>) => string
