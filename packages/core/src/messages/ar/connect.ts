import type { connect as english } from '../en/connect.js'
import type { Translated } from '../sentences.js'

export const connect: Translated<typeof english> = {
  'connect.title': 'ربط المحفظة',
  'connect.wallets': 'المحافظ',
  'connect.allWallets': 'كل المحافظ',
  'connect.installed': 'مثبّتة',
  'connect.recent': 'حديثة',
  'connect.qrCode': 'رمز QR',
  'connect.multichain': 'متعددة السلاسل',
  'connect.empty': 'لم يُعثر على أي محفظة في هذا المتصفح',
  'connect.emptyWhy': 'احصل على واحدة، أو فعّل التي لديك، ثم أعد تحميل هذه الصفحة.',
  'connect.getWallet': 'احصل على محفظة',
  'connect.legal': 'بربط محفظتك، فإنك توافق على',
  'connect.terms': 'شروط الخدمة',
  'connect.legalAnd': 'و',
  'connect.privacy': 'سياسة الخصوصية',
  'help.walletTitle': 'ما هي المحفظة؟',
  'shell.back': 'رجوع',
  'shell.loading': 'جارٍ التحميل',
  'shell.opensNewTab': 'يُفتح في علامة تبويب جديدة',
  'shell.unknown': 'غير معروف',
  'shell.offline': 'أنت غير متصل بالإنترنت. سيُستأنف هذا عند عودة الاتصال.',
  'shell.notAvailable': 'غير متاح',
}
