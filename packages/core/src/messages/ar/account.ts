import type { account as english } from '../en/account.js'
import type { Translated } from '../sentences.js'

export const account: Translated<typeof english> = {
  'account.copy': 'نسخ العنوان',
  'account.copied': 'نُسخ العنوان',
  'account.copyFailed': 'فشل النسخ',
  'account.none': 'لا توجد محفظة مرتبطة.',
  'account.accounts': 'حساباتك',
  'account.explorer': 'مستكشف الكتل',
  'account.balance': 'الرصيد',
  'account.balanceUnavailable': 'رصيد الرموز غير متاح',
  'account.balanceRetry': 'أعد التحميل',
  'account.chooseName': 'اختر اسم الحساب',
  'account.disconnect': 'قطع الربط',
  'account.disconnecting': 'جارٍ قطع الربط',
  'account.disconnectFailed': 'فشل قطع الربط',
  'account.title': 'الحساب',
  'account.network': 'غيّر الشبكة، الحالية {name}',
}
