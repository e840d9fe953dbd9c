import type { ViewName } from '@foyer/core'
import { signInSentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import SignMessageView from './SignMessageView.js'
import sheet from './signIn.css?inline'

/** Signing in, in a chunk of its own; the older name shows the same. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('SIWXSignMessage', SignMessageView, 'signIn.title'),
  view('ConnectingSiwe', SignMessageView, 'signIn.title'),
])

export const sentences: typeof signInSentences = signInSentences

export const css: string = sheet
