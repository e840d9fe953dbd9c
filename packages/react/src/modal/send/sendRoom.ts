import type { ViewName } from '@foyer/core'
import { sendSentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import sheet from './send.css?inline'
import WalletSendPreviewView from './WalletSendPreviewView.js'
import WalletSendSelectTokenView from './WalletSendSelectTokenView.js'
import WalletSendView from './WalletSendView.js'

/** Sending, in a chunk of its own. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('WalletSend', WalletSendView, 'send.title'),
  view('WalletSendSelectToken', WalletSendSelectTokenView, 'send.selectTitle'),
  view('WalletSendPreview', WalletSendPreviewView, 'send.previewTitle'),
])

export const sentences: typeof sendSentences = sendSentences

export const css: string = sheet
