import type { PageWindow } from './pageWindow.js'

/** The page is a mini app within Telegram, by what Telegram puts into its window. */
export const isTelegram = (page: PageWindow = globalThis): boolean =>
  ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => name in page)
