import type { connecting as english } from '../en/connecting.js'
import type { Translated } from '../sentences.js'

export const connecting: Translated<typeof english> = {
  'connect.continue': 'Weiter in {wallet}',
  'connect.accept': 'Verbindungsanfrage in der Wallet annehmen',
  'connect.silent': 'Nichts geöffnet? {wallet} öffnen, entsperren und die Anfrage suchen, oder es erneut versuchen.',
  'connect.declined': 'Verbindung abgelehnt',
  'connect.declinedWhy': 'Sie haben abgelehnt, oder in der Wallet ist noch eine frühere Anfrage offen.',
  'connect.failed': 'Verbindung fehlgeschlagen',
  'connect.failedWhy': 'Die Antwort von {wallet} war nicht brauchbar. Die Wallet öffnen und es erneut versuchen.',
  'connect.timedOut': 'Keine Antwort von der Wallet',
  'connect.timedOutWhy': '{wallet} öffnen, die Anfrage suchen und es erneut versuchen.',
  'connect.gone': 'Wallet nicht gefunden',
  'connect.goneWhy': '{wallet} ist nicht mehr in diesem Browser. Wieder einschalten und die Seite neu laden.',
  'connect.pending': 'Eine Anfrage ist schon offen',
  'connect.pendingWhy': '{wallet} öffnen und die wartende Anfrage beantworten.',
  'connect.tryAgain': 'Erneut versuchen',
  'connect.noSuchWallet': '{wallet} fehlt noch?',
  'connect.get': 'Holen',
  'connect.selectChain': 'Chain wählen',
  'connect.selectChainFor': 'Chain für {wallet} wählen',
  'connect.selectChainWhy': 'Sie arbeitet auf mehreren Chains. Wählen Sie, welche verbunden wird.',
  'connect.authenticating': 'Authentifizierung...',
  'connect.signInFailed': 'Beim Start der Anmeldung ist ein Problem aufgetreten',
}
