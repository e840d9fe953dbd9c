import type { Fact, Words } from '@foyer/core/words'
import { code, words } from '../sentences.js'

/** Names the contract whose code an account gets, where it gets one. */
export const newCodeFacts = (switchesTo: string | undefined): readonly Fact[] =>
  switchesTo ? [code('request.newCode', switchesTo)] : []

export const newCodeWarnings = (switchesTo: string | undefined): readonly Words[] =>
  switchesTo ? [words('request.warn.accountCode')] : []
