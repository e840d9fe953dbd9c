import type { signIn as english } from '../en/signIn.js'
import type { Translated } from '../sentences.js'

export const signIn: Translated<typeof english> = {
  'signIn.title': 'Anmelden',
  'signIn.lead': '{dapp} benötigt eine Verbindung mit Ihrer Wallet',
  'signIn.dapp': 'Dapp',
  'signIn.why': 'Signieren Sie eine Nachricht, um zu zeigen, dass dieses Konto Ihnen gehört. Das kostet nichts.',
  'signIn.whyRequired':
    'Signieren Sie eine Nachricht, um zu zeigen, dass dieses Konto Ihnen gehört. Abbrechen trennt die Verbindung.',
  'signIn.cancel': 'Abbrechen',
  'signIn.cancelling': 'Abbruch...',
  'signIn.sign': 'Signieren',
  'signIn.signing': 'Signieren...',
  'signIn.inWallet': 'Die Nachricht in {wallet} signieren.',
  'signIn.declined': 'Signatur abgelehnt',
  'signIn.smartAccount': 'Diese Anwendung unterstützt Smart Accounts vielleicht nicht',
  'signIn.invalid': 'Die Signatur konnte nicht geprüft werden. Bitte noch einmal.',
  'signIn.nobody': 'Es gibt nichts zu signieren',
  'signIn.nobodyWhy': 'Die Anmeldung beginnt, wenn eine Wallet verbunden wird.',
}
