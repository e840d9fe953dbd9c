import type { receive as english } from '../en/receive.js'
import type { Translated } from '../sentences.js'

export const receive: Translated<typeof english> = {
  'receive.title': 'استلام',
  'receive.copy': 'انسخ العنوان',
  'receive.code': 'رمز QR لعنوانك',
  'receive.requestCode': 'رمز QR لطلب دفع',
  'receive.copyOrScan': 'انسخ عنوانك أو امسح رمز QR هذا',
  'receive.scanRequest': 'المحفظة التي تمسح هذا الرمز تملأ بيانات الدفعة.',
  'receive.ways': 'محتوى الرمز',
  'receive.address': 'العنوان',
  'receive.request': 'طلب مبلغ',
  'receive.amount': 'المبلغ المطلوب استلامه',
  'receive.token': 'الرمز',
  'receive.amountWrong': 'أدخل المبلغ بالأرقام، بعدد {decimals} من الخانات العشرية على الأكثر.',
  'receive.copyRequest': 'انسخ الطلب',
  'receive.requestCopied': 'نُسخ الطلب',
  'receive.onlyOnNetwork': 'استلم الأصول على هذه الشبكة فقط',
  'receive.onlyOnNetworks': 'استلم الأصول على هذه الشبكات فقط',
  'receive.compatible': 'يمكنك استلام الأصول على هذه الشبكات فقط',
  'receive.noAddress': 'لم يُعثر على الحساب',
}
