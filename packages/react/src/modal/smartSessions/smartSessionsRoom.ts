import type { ViewName } from '@foyer/core'
import { smartSessionsSentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import { SmartSessionCreatedView } from './SmartSessionCreatedView.js'
import { SmartSessionListView } from './SmartSessionListView.js'
import sheet from './smartSessions.css?inline'

export const sentences: typeof smartSessionsSentences = smartSessionsSentences

export const css: string = sheet

/** The views of this chunk. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('SmartSessionList', SmartSessionListView, 'smartSessions.title'),
  view('SmartSessionCreated', SmartSessionCreatedView, 'smartSessions.createdTitle', ({ contexts }) => contexts.join()),
])
