import type { ViewName } from '@foyer/core'
import { headlineSentences, previewSentences, requestSentences, type Sentences } from '@foyer/core/messages'
import { requestCss } from '@foyer/parts/request'
import { type ViewEntry, view } from '../viewEntry.js'
import { AskedWords } from './AskedWords.js'
import { PreviewView } from './PreviewView.js'
import sheet from './preview.css?inline'

export const sentences: Partial<Sentences> = { ...requestSentences, ...headlineSentences, ...previewSentences }

export const css: string = requestCss + sheet

/** The words that a review shows beside its own. */
export const Panel: typeof AskedWords = AskedWords

/** The view of this chunk. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('Preview', PreviewView, 'preview.title', ({ attemptId }) => `${attemptId}`),
])
