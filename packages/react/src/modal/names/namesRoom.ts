import type { ViewName } from '@foyer/core'
import { namesSentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import { ChooseAccountNameView, RegisterAccountNameSuccessView, RegisterAccountNameView } from './AccountNameViews.js'
import sheet from './names.css?inline'

/** The views in which an account gets its name. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('ChooseAccountName', ChooseAccountNameView, 'names.chooseTitle'),
  view('RegisterAccountName', RegisterAccountNameView, 'names.registerTitle'),
  view('RegisterAccountNameSuccess', RegisterAccountNameSuccessView, 'names.successTitle'),
])

export const sentences: typeof namesSentences = namesSentences

export const css: string = sheet
