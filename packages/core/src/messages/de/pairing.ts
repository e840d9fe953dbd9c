import type { pairing as english } from '../en/pairing.js'
import type { Translated } from '../sentences.js'

export const pairing: Translated<typeof english> = {
  'pairing.platforms': 'Wo Ihre Wallet ist',
  'pairing.browser': 'Browser',
  'pairing.mobile': 'Mobil',
  'pairing.web': 'Web-App',
  'pairing.desktop': 'Desktop',
  'pairing.scan': 'Diesen QR-Code mit dem Handy scannen',
  'pairing.code': 'QR-Code zum Verbinden einer Wallet',
  'pairing.codeOf': 'QR-Code zum Verbinden von {wallet}',
  'pairing.renewed': 'Der QR-Code wurde erneuert.',
  'pairing.show': 'QR-Code zeigen',
  'pairing.copyLink': 'Link kopieren',
  'pairing.copied': 'Link kopiert',
  'pairing.open': 'Öffnen',
  'pairing.openApp': 'Wallet-App öffnen und dort weitermachen',
  'pairing.openWeb': 'Die Wallet in einem neuen Tab öffnen und dort weitermachen',
  'pairing.noLink': 'Diese Wallet hat keinen sicheren Link zum Öffnen. Den Link kopieren und in die Wallet einfügen.',
  'pairing.silent': 'Nichts geöffnet? Den Link kopieren und in {wallet} einfügen, oder es erneut versuchen.',
  'pairing.slow': 'Noch keine Verbindung',
  'pairing.slowWhy':
    'Der Dienst, der Nachrichten zu Ihrer Wallet bringt, hat noch nicht geantwortet. Bitte erneut versuchen oder anders verbinden.',
  'pairing.otherWay': 'Anders verbinden',
  'pairing.unusedWhy': 'Die Anfrage wurde nicht rechtzeitig beantwortet. Bitte neu starten und in der Wallet annehmen.',
  'pairing.failedWhy': 'Die Antwort der Wallet war nicht brauchbar. Bitte erneut versuchen oder eine andere wählen.',
  'pairing.unreachable': 'Keine Verbindung',
  'pairing.unreachableWhy':
    'Der Dienst, der Nachrichten zu Ihrer Wallet bringt, ist gerade nicht erreichbar. Bitte gleich noch einmal versuchen.',
  'pairing.refused': 'Gerade nicht verfügbar',
  'pairing.refusedWhy':
    'Der Dienst, der Nachrichten zu Ihrer Wallet bringt, hat diese App abgewiesen. Bitte erneut versuchen oder anders verbinden.',
  'pairing.offline': 'Sie sind offline',
  'pairing.offlineWhy': 'Bitte wieder online gehen und es erneut versuchen.',
  'pairing.missing': 'Hier nicht verfügbar',
  'pairing.missingWhy': 'Diese App erreicht keine Wallets auf anderen Geräten. Bitte eine in diesem Browser wählen.',
}
