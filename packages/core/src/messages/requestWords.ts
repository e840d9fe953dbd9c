import type { request } from './en/request.js'

/** What describes a request is said by these names; a placeholder in braces is filled in by whoever shows it. */
export type RequestSentence = keyof typeof request

/** A sentence by its name, with what fills its places. */
export interface Words {
  readonly name: RequestSentence
  readonly values: Readonly<Record<string, string | Words>>
}

/** One line of a request's description. */
export interface Fact<Text = Words> {
  readonly label: Text
  /** What is said of it, or text that stands as it is. */
  readonly value: string | Text
  /** An address or data, shown letter by letter. */
  readonly isCode?: boolean | undefined
  /** The amount that its value is, where a price of it says something: its name is to be believed. */
  readonly priced?: PricedAmount | undefined
}

/** An amount of a listed token, or of the network's own coin. */
export interface PricedAmount {
  /** The token's; undefined for the coin. */
  readonly contract: string | undefined
  /** In the smallest unit. */
  readonly amount: bigint
  readonly decimals: number
}

/** What an amount is worth. */
export interface Worth {
  /** As the visitor's language writes it. */
  readonly shown: string
  /** US dollars, with 18 decimals. */
  readonly usd: bigint
}

/** What a node was asked for one description: each question once, however often it is described. */
export interface NodeReads {
  /** By question. */
  readonly answers: Map<string, Promise<unknown>>
  /** The questions that aren't answered: still asked, or given up. */
  readonly unread: Map<string, 'asked' | 'lost'>
  /** Called where one of these has its answer, or is given up: described again, the request says it. */
  readonly onLate?: (() => void) | undefined
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

/** A described request: in words by name as a family makes it, in sentences as it is shown. */
export interface ShownRequest<Text = Words> {
  readonly title: Text
  /** What the button does: a verb. */
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
}

/** An amount that the visitor may name instead of what is asked for. */
export interface OfferedLimit<Text = Words> {
  readonly label: Text
  /** The token's symbol. */
  readonly unit: string
  readonly decimals: number
  /** What it is at first, in the token's own unit: all that the account has. */
  readonly usual: string
}

/** Says a sentence in the visitor's language. */
export type SayRequest = (name: RequestSentence, values: Readonly<Record<string, string>>) => string

/** Words, or text that stands as it is, in the visitor's language. */
export function spoken(said: string | Words, say: SayRequest): string {
  if (typeof said === 'string') return said
  const values = Object.entries(said.values).map(([place, value]) => [place, spoken(value, say)])
  return say(said.name, Object.fromEntries(values))
}

/** A request's description in the visitor's language. */
export function spokenRequest(
  { title, act, facts, content, tree, warnings, isDeliberate, limit }: ShownRequest,
  say: SayRequest,
): ShownRequest<string> {
  const fact = ({ label, value, priced: _priced, ...rest }: Fact): Fact<string> => ({
    ...{ label: spoken(label, say), value: spoken(value, say) },
    ...rest,
  })
  return {
    ...{ title: spoken(title, say), act: spoken(act, say), facts: facts.map(fact) },
    ...(content && { content: { ...content, label: spoken(content.label, say) } }),
    ...(tree && { tree: { ...tree, label: spoken(tree.label, say) } }),
    ...(limit && { limit: { ...limit, label: spoken(limit.label, say) } }),
    // Several steps may warn of the same.
    ...{ warnings: [...new Set(warnings.map((warning) => spoken(warning, say)))], isDeliberate },
  }
}
