import type { ViewName } from '@foyer/core'
import { paySentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import PayLoadingView from './PayLoadingView.js'
import PayView from './PayView.js'
import sheet from './pay.css?inline'

/** The views in which a visitor pays. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('Pay', PayView, 'pay.title'),
  view('PayLoading', PayLoadingView, ({ say }, { isCompleted }) =>
    say(isCompleted === true ? 'pay.completed' : 'pay.loadingTitle'),
  ),
])

export const sentences: typeof paySentences = paySentences

export const css: string = sheet
