import type { Fact, RequestSentence, ShownRequest } from '../words/shown.js'

/** From here on a request is said in parts. */
export const inParts: readonly RequestSentence[] = ['request.step', 'request.transaction', 'request.inside']

/** The labels of amounts that are given: just this much, or at most. */
export const giving: readonly RequestSentence[] = ['request.give', 'request.giveAtMost']

/** The labels of what comes without that anything is given for it: it is owed, or was somebody's before. */
export const sources: readonly RequestSentence[] = ['request.borrowed', 'request.takenOut', 'request.fromOthers']

/** The labels of what moves for the account. */
export const moving: readonly RequestSentence[] = [...giving, ...sources, 'request.get', 'request.getAtLeast']

/** The facts of one part, up to the next. */
export function partFrom(facts: readonly Fact[], from: number): readonly Fact[] {
  const next = facts.findIndex(({ label }, index) => index >= from && inParts.includes(label.name))
  return facts.slice(from, next < 0 ? facts.length : next)
}

/** A request's gifts, each with its recipient behind it, and all else of it. */
export function besideGifts<Of extends Pick<ShownRequest, 'facts'>>(
  shown: Of,
): { readonly gifts: Of; readonly rest: Of } {
  const { facts } = shown
  const isGift = (index: number) =>
    giving.some((each) => each === facts[index]?.label.name) && facts[index + 1]?.label.name === 'request.to'
  const isOfGift = (_: Fact, index: number) => isGift(index) || isGift(index - 1)
  return {
    gifts: { ...shown, facts: facts.filter(isOfGift) },
    rest: { ...shown, facts: facts.filter((fact, index) => !isOfGift(fact, index)) },
  }
}
