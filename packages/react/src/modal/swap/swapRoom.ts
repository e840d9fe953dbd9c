import type { ViewName } from '@foyer/core'
import { swapSentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import { SwapPreviewView } from './SwapPreviewView.js'
import { SwapSelectTokenView } from './SwapSelectTokenView.js'
import { SwapView } from './SwapView.js'
import swapSheet from './swap.css?inline'

/** The views of swapping, with their sentences and sheet, in one chunk. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('Swap', SwapView, 'swap.title'),
  view('SwapSelectToken', SwapSelectTokenView, 'swap.selectTitle', ({ target }) => target),
  view('SwapPreview', SwapPreviewView, 'swap.previewTitle'),
])

export const sentences: typeof swapSentences = swapSentences

export const css: string = swapSheet
