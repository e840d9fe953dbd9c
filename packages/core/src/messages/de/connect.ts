import type { connect as english } from '../en/connect.js'
import type { Translated } from '../sentences.js'

export const connect: Translated<typeof english> = {
  'connect.title': 'Wallet verbinden',
  'connect.wallets': 'Wallets',
  'connect.allWallets': 'Alle Wallets',
  'connect.installed': 'installiert',
  'connect.recent': 'zuletzt',
  'connect.qrCode': 'QR-Code',
  'connect.multichain': 'Multichain',
  'connect.empty': 'In diesem Browser wurde keine Wallet gefunden',
  'connect.emptyWhy': 'Eine Wallet holen oder die vorhandene einschalten, dann diese Seite neu laden.',
  'connect.getWallet': 'Wallet holen',
  'connect.legal': 'Mit dem Verbinden der Wallet akzeptieren Sie unsere',
  'connect.terms': 'Nutzungsbedingungen',
  'connect.legalAnd': 'und',
  'connect.privacy': 'Datenschutzerklärung',
  'help.walletTitle': 'Was ist eine Wallet?',
  'shell.back': 'Zurück',
  'shell.loading': 'Wird geladen',
  'shell.opensNewTab': 'öffnet in neuem Tab',
  'shell.unknown': 'Unbekannt',
  'shell.offline': 'Sie sind offline. Weiter geht es, sobald die Verbindung wieder da ist.',
  'shell.notAvailable': 'Nicht verfügbar',
}
