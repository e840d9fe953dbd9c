import type { Fact, Words } from '@foyer/core/words'
import { code, words } from '../sentences.js'
import type { NewCode } from './standing.js'

export const newCodeFacts = (switching: NewCode | undefined): readonly Fact[] => [
  ...(switching?.was ? [code('request.oldCode', switching.was)] : []),
  ...(switching ? [code('request.newCode', switching.to)] : []),
]

export const newCodeWarnings = (switching: NewCode | undefined): readonly Words[] => [
  ...(switching ? [words('request.warn.accountCode')] : []),
  ...(switching?.was ? [words('request.warn.otherCode')] : []),
]
